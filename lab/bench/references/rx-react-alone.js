// RX: react and react-dom alone.
import { createElement } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (root?.firstChild) hydrateRoot(root, createElement('p', null, 'Hello'))
else if (root) createRoot(root).render(createElement('p', null, 'Hello'))

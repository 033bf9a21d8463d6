// The styles of the component library that every page needs. A component's styles come after those of its parts. The base is in tokens.css.
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Loader.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'

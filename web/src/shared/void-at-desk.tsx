import { paths } from '@petsetu/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../platform/languages/use-text.tsx'

/** In place of a refund: money of the desk goes back by hand. */
export function VoidAtDesk() {
  const text = useText()
  return <Link to={paths.desk.to({}, { view: 'all' })}>{text('refund.voidAtDesk')}</Link>
}

import { paths } from '@petsetu/contract/paths.ts'
import type { ListedUser } from '@petsetu/contract/users.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { Link } from 'react-router'
import { formatLongInstant } from '../languages/page-text.ts'
import { type RowAction, RowMenu } from '../lists/row-menu.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { sortBy } from '../ui/table/sort-head.tsx'
import { dutyNames } from './duty-names.ts'
import classes from './users-page.module.css'

type Options = {
  text: Translate
  /** The number of the first row. */
  first: number
  actionsFor: (user: ListedUser) => RowAction[]
}

export function userColumns({ text, first, actionsFor }: Options): Column<ListedUser>[] {
  return [
    { head: text('users.number'), inCard: 'nothing', cell: (_, index) => first + index },
    {
      head: text('labels.username'),
      inCard: 'title',
      sort: sortBy('username'),
      cell: ({ id, username }) => (
        <span className={classes.name}>
          <span className={classes.initial} data-initial={[...username][0]?.toUpperCase()} aria-hidden />
          <Link to={paths.user.to({ id })}>
            <strong>{username}</strong>
          </Link>
        </span>
      ),
    },
    {
      head: text('labels.email'),
      sort: sortBy('email'),
      cell: ({ email }) => email,
    },
    { head: text('users.role'), cell: (user) => <RoleOf user={user} text={text} /> },
    {
      head: text('users.joined'),
      align: 'right',
      sort: { ascending: 'oldest', descending: 'newest', isUsual: true },
      cell: ({ joinedAt }) => joinedAt && formatLongInstant(joinedAt),
    },
    {
      head: text('users.lastSeen'),
      align: 'right',
      sort: sortBy('seen'),
      cell: ({ lastSeenAt }) => lastSeenAt && formatLongInstant(lastSeenAt),
    },
    { head: text('users.petCount'), align: 'right', cell: (user) => <PetCount user={user} text={text} /> },
    { head: text('users.membership'), cell: ({ membership }) => membership },
    {
      head: text('columns.actions'),
      inCard: 'menu',
      cell: (user) => {
        const actions = actionsFor(user)
        return actions.length > 0 && <RowMenu of={user.username} actions={actions} />
      },
    },
  ]
}

function RoleOf({ user: { role, duties }, text }: { user: ListedUser; text: Translate }) {
  if (role === 'user') return text('users.user')
  const names = duties && dutyNames(text, duties)
  return (
    <>
      {text('users.admin')}
      {names && (
        <small className={classes.duties} title={names}>
          {names}
        </small>
      )}
    </>
  )
}

/** The number of pets leads to them. */
function PetCount({ user: { username, pets = 0 }, text }: { user: ListedUser; text: Translate }) {
  if (pets === 0) return '0'
  return (
    <Link
      className={classes.petCount}
      to={paths.allPets.to({}, { search: username, view: 'table' })}
      aria-label={text('users.petsOf', { username, count: formatCount(pets) })}
    >
      {formatCount(pets)}
    </Link>
  )
}

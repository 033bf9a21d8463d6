import { paths } from '@petsetu/contract/paths.ts'
import { type Carer, type CommunityAnimal, communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/languages/use-text.tsx'
import { useLeave } from '../../../platform/lib/address/use-leave.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { messageOf, request } from '../../../platform/lib/requests/request.ts'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import card from '../../../platform/ui/layout/card.module.css'
import { AccountForm } from './account-form.tsx'
import { CarerList } from './carer-list.tsx'
import classes from './community-admin.module.css'

/** The parts of an animal's page for admins: who looks after it, and who adopts it. */
export function AnimalOffice({ animal }: { animal: CommunityAnimal }) {
  return (
    <>
      <Carers animal={animal} />
      <Adoption animal={animal} />
    </>
  )
}

function Carers({ animal: { id, petName: name } }: { animal: CommunityAnimal }) {
  const text = useText()
  const params = { id: String(id) }
  const carers = useQuery(callQuery(communityCalls.listCarersOf, { params }))
  const invalidates = [communityCalls.listCarersOf, communityCalls.listCarers]
  const addition = useSave({
    call: communityCalls.addCarer,
    send: (login: string) => request(communityCalls.addCarer, { params, body: { login } }),
    invalidates,
  })
  const removal = useSave({
    call: communityCalls.dropCarer,
    send: (carer: Carer) => request(communityCalls.dropCarer, { params: { ...params, userId: String(carer.id) } }),
    confirm: ({ username }) => ({
      title: text('communityList.dropQuestion', { username, name }),
      children: text('communityList.dropExplanation'),
      confirmLabel: text('communityList.removeCarer'),
    }),
    rowOf: (carer) => carer.id,
    invalidates,
    failure: { fallback: text('communityList.failed') },
  })
  return (
    <section className={`${card.card} ${classes.card}`} aria-labelledby="carers">
      <h2 id="carers">{text('communityList.carers')}</h2>
      <p className={classes.hint}>{text('communityList.carersHint')}</p>
      <Loaded query={carers} skeleton={null} failure={messageOf(carers.error, text('communityList.failed'))}>
        {({ data }) => <CarerList carers={data} isRemoving={removal.isSaving} onRemove={removal.start} />}
      </Loaded>
      <AccountForm submitLabel={text('communityList.addCarer')} onSubmit={addition.save} />
    </section>
  )
}

function Adoption({ animal: { id, petName: name } }: { animal: CommunityAnimal }) {
  const text = useText()
  const leaveTo = useLeave()
  const { start } = useSave({
    call: communityCalls.adopt,
    send: (login: string) => request(communityCalls.adopt, { params: { id: String(id) }, body: { login } }),
    confirm: (login) => ({
      title: text('communityList.adoptQuestion', { name, login }),
      children: text('communityList.adoptExplanation'),
      confirmLabel: text('communityList.adopt'),
    }),
    invalidates: [communityCalls.listAll, communityCalls.wards],
    onSaved: () => {
      showSuccess(text('communityList.adopted', { name }))
      void leaveTo(paths.communityAnimals.to({}))
    },
    failure: { fallback: text('communityList.failed') },
  })
  return (
    <section className={`${card.card} ${classes.card}`} aria-labelledby="adoption">
      <h2 id="adoption">{text('communityList.adoption')}</h2>
      <p className={classes.hint}>{text('communityList.adoptionHint', { name })}</p>
      <AccountForm submitLabel={text('communityList.adopt')} onSubmit={async (login) => start(login)} />
    </section>
  )
}

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { paths } from '@petsetu/contract/paths.ts'
import {
  type Carer,
  CarerForm,
  type CommunityAnimal,
  communityCalls,
} from '@petsetu/contract/pets/community/community.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RichText, useText } from '../../../platform/languages/use-text.tsx'
import { useLeave } from '../../../platform/lib/address/use-leave.ts'
import { callQuery } from '../../../platform/lib/requests/call-query.ts'
import { messageOf, request } from '../../../platform/lib/requests/request.ts'
import { Loaded } from '../../../platform/ui/feedback/loaded.tsx'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { showSuccess } from '../../../platform/ui/feedback/toast.ts'
import { schemaErrors } from '../../../platform/ui/form/schema-errors.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'
import { useSubmit } from '../../../platform/ui/form/use-submit.ts'
import { PlainList, TitledCard } from '../../../platform/ui/layout/card-parts.tsx'
import { screenReaderOnly } from '../../../platform/ui/layout/screen-reader-only.tsx'
import { RowActions } from '../../../platform/ui/table/row-actions.tsx'
import classes from './carers.module.css'

/** The parts of an animal's page for admins: who looks after it, who adopts it, and how its registration is taken back. */
export function AnimalOffice({ animal }: { animal: CommunityAnimal }) {
  return (
    <>
      <Carers animal={animal} />
      {animal.status !== 'died' && <Adoption animal={animal} />}
      <Mistake animal={animal} />
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
    <CarersCard
      id="carers"
      maw={720}
      hint={text('communityList.carersHint')}
      carers={carers}
      removal={removal}
      onAdd={addition.save}
    />
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
    <TitledCard id="adoption" title={text('communityList.adoption')} gap="sm" maw={720}>
      <Text c="dimmed">{text('communityList.adoptionHint', { name })}</Text>
      <AccountForm submitLabel={text('communityList.adopt')} onSubmit={async (login) => start(login)} />
    </TitledCard>
  )
}

/** Takes back a registration. An animal that was there once keeps its page, with another status. */
function Mistake({ animal: { id, petName: name } }: { animal: CommunityAnimal }) {
  const text = useText()
  const leaveTo = useLeave()
  const { start, isBusy } = useSave({
    call: petCalls.deleteAny,
    send: (animalId: number) => request(petCalls.deleteAny, { params: { id: String(animalId) } }),
    confirm: () => ({
      title: text('pets.deleteQuestion', { name }),
      children: text('pets.deleteExplanation', { name }),
      confirmLabel: text('controls.delete'),
    }),
    invalidates: [communityCalls.listAll, communityCalls.listOwn, communityCalls.wards],
    onSaved: () => {
      showSuccess(text('pets.deleted', { name }))
      void leaveTo(paths.communityAnimals.to({}))
    },
    failure: { fallback: text('communityList.failed') },
  })
  return (
    <TitledCard id="mistake" title={text('communityList.mistake')} gap="sm" maw={720}>
      <Text c="dimmed">{text('communityList.mistakeHint')}</Text>
      <Group>
        <Button variant="outline" color="heart" loading={isBusy} onClick={() => start(id)}>
          {text('communityList.deleteAnimal', { name })}
        </Button>
      </Group>
    </TitledCard>
  )
}

type CarersCardProps = {
  id: string
  maw?: number
  hint: string
  carers: UseQueryResult<{ data: Carer[] }>
  removal: { isSaving: (id: number) => boolean; start: (carer: Carer) => void }
  /** Rejects with a `CallError` if it fails. */
  onAdd: (login: string) => Promise<unknown>
}

/** The accounts of carers, each with a button that ends their care, and the form for a further one. */
export function CarersCard({ id, maw, hint, carers, removal, onAdd }: CarersCardProps) {
  const text = useText()
  return (
    <TitledCard id={id} title={text('communityList.carers')} gap="sm" maw={maw}>
      <Text c="dimmed">{hint}</Text>
      <Loaded query={carers} skeleton={null} failure={messageOf(carers.error, text('communityList.failed'))}>
        {({ data }) => <CarerList carers={data} removal={removal} />}
      </Loaded>
      <AccountForm
        submitLabel={text('communityList.addCarer')}
        onSubmit={async (login, reset) => {
          await onAdd(login)
          reset()
        }}
      />
    </TitledCard>
  )
}

function CarerList({ carers, removal }: { carers: Carer[]; removal: CarersCardProps['removal'] }) {
  const text = useText()
  if (carers.length === 0) return <Text>{text('communityList.noCarers')}</Text>
  return (
    <PlainList gap={0}>
      {carers.map((carer) => (
        <li key={carer.id} className={classes.carer}>
          <span>
            <strong>{carer.username}</strong>
            <Text span display="block" size="smaller" c="dimmed">
              {carer.email}
            </Text>
            {!carer.isEmailConfirmed && (
              <Text span display="block" fw={600} c="var(--pending)">
                {text('communityList.notReminded')}
              </Text>
            )}
          </span>
          <RowActions>
            <Button
              variant="subtle"
              color="heart"
              px={8}
              loading={removal.isSaving(carer.id)}
              onClick={() => removal.start(carer)}
            >
              <RichText id="communityList.removeNamed" fill={{ name: () => screenReaderOnly(carer.username) }} />
            </Button>
          </RowActions>
        </li>
      ))}
    </PlainList>
  )
}

type AccountProps = {
  submitLabel: string
  /** Rejects with a `CallError` if it fails. What was typed is kept until `reset`. */
  onSubmit: (login: string, reset: () => void) => Promise<unknown>
}

/** One field for an account, and a button beside it. */
function AccountForm({ submitLabel, onSubmit }: AccountProps) {
  const text = useText()
  const form = useForm({ initialValues: { login: '' }, validate: schemaErrors(CarerForm) })
  const { formProps, isBusy, failure } = useSubmit(form, text('communityList.failed'), ({ login }) =>
    onSubmit(login, form.reset),
  )
  return (
    <form {...formProps} className={classes.account}>
      <TextInput label={text('labels.login')} autoComplete="off" {...form.getInputProps('login')} />
      <Button type="submit" variant="default" loading={isBusy}>
        {submitLabel}
      </Button>
      {failure && <Notice kind="failed">{failure}</Notice>}
    </form>
  )
}

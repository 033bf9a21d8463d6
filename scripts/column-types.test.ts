import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  AttachmentType,
  CaseEventBy,
  CaseEventKind,
  CaseOutcome,
  CasePriority,
  ComplaintSource,
  HoldCause,
} from '@petsetu/contract/complaints/complaint-schemas.ts'
import { ComplaintPaymentStatus, ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { IMPORT_KINDS, IMPORT_STATES } from '@petsetu/contract/office/imports.ts'
import { MailFailure, MailState, REMINDER_KINDS } from '@petsetu/contract/office/mails.ts'
import { HandoverKind } from '@petsetu/contract/payments/books.ts'
import { PayLinkWay } from '@petsetu/contract/payments/links.ts'
import {
  DeskMode,
  DeskState,
  PaymentDisposition,
  PaymentStatus,
  SettledAs,
} from '@petsetu/contract/payments/payments.ts'
import { BREACH_STEP_KINDS } from '@petsetu/contract/people/breaches.ts'
import { GRIEVANCE_WAYS, GrievanceKind } from '@petsetu/contract/people/grievances.ts'
import { CorrectedField, PrivacyRequestKind } from '@petsetu/contract/people/privacy.ts'
import { Role } from '@petsetu/contract/people/users.ts'
import { CAMP_KINDS } from '@petsetu/contract/pets/camps/camp-kinds.ts'
import { CARE_KINDS } from '@petsetu/contract/pets/care-kinds.ts'
import { COMMUNITY_STATUSES, EAR_NOTCHES } from '@petsetu/contract/pets/community/community-facts.ts'
import { FoundBy, FoundOutcome } from '@petsetu/contract/pets/found.ts'
import { PetGender } from '@petsetu/contract/pets/pet-schemas.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { MONEY_SOURCES } from '@petsetu/contract/supporters/donation-causes.ts'
import { DonationStatus } from '@petsetu/contract/supporters/donations.ts'
import { STORED_MEMBERSHIP_STATUSES } from '@petsetu/contract/supporters/membership-facts.ts'
import { PlanCategory } from '@petsetu/contract/supporters/plans.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { NOTICE_PURPOSES } from '@petsetu/languages/notice-version.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../server/test/harness.ts'
import { COLUMN_TYPES, generateTypes } from './column-types.ts'

const { db, url, drop } = await testDatabase()
afterAll(drop)

const VALUES: Record<string, readonly string[]> = {
  AttachmentType: AttachmentType.options,
  BreachStepKind: BREACH_STEP_KINDS,
  CampKind: CAMP_KINDS,
  CareKind: CARE_KINDS,
  CaseEventBy: CaseEventBy.options,
  CaseEventKind: CaseEventKind.options,
  CaseOutcome: CaseOutcome.options,
  CasePriority: CasePriority.options,
  CommunityStatus: COMMUNITY_STATUSES,
  ComplaintPaymentStatus: ComplaintPaymentStatus.options,
  ComplaintSource: ComplaintSource.options,
  ComplaintStatus: ComplaintStatus.options,
  CorrectedField: CorrectedField.options,
  DeskMode: DeskMode.options,
  DeskState: DeskState.options,
  DonationStatus: DonationStatus.options,
  EarNotch: EAR_NOTCHES,
  FoundBy: FoundBy.options,
  FoundOutcome: FoundOutcome.options,
  GrievanceKind: GrievanceKind.options,
  GrievanceWay: GRIEVANCE_WAYS,
  HandoverKind: HandoverKind.options,
  HoldCause: HoldCause.options,
  ImportKind: IMPORT_KINDS,
  ImportState: IMPORT_STATES,
  Language: LANGUAGES,
  MailFailure: MailFailure.options,
  MailState: MailState.options,
  MoneySource: MONEY_SOURCES,
  NoticePurpose: NOTICE_PURPOSES,
  PayLinkWay: PayLinkWay.options,
  PaymentDisposition: PaymentDisposition.options,
  PaymentStatus: PaymentStatus.options,
  PetGender: PetGender.options,
  PlanCategory: PlanCategory.options,
  PrivacyRequestKind: PrivacyRequestKind.options,
  Purpose: PURPOSES,
  ReminderKind: REMINDER_KINDS,
  Role: Role.options,
  SettledAs: SettledAs.options,
  StoredMembershipStatus: STORED_MEMBERSHIP_STATUSES,
}

const COLUMNS = Object.values(COLUMN_TYPES).flatMap((types) =>
  Object.entries(types).flatMap(([type, places]) => places.map((place) => ({ place, type }))),
)

// API-3
test.each(COLUMNS)('the database allows in $place exactly the values of $type', async ({ place, type }) => {
  const [table = '', column = ''] = place.split('.')
  const { rows } = await sql<{ definition: string }>`
    select replace(pg_get_constraintdef(oid), ${`is_language(${column})`}, ${`(${column}`} || substring(
      pg_get_functiondef('is_language'::regproc) from 'code( = ANY .*)')) as definition
    from pg_constraint where contype = 'c' and conrelid = ${snakeCase(table)}::regclass`.execute(db)
  // Not the list of a condition that is compared with another one.
  const allowed = new RegExp(`^CHECK \\(\\(\\(?${column} = ANY \\(+ARRAY\\[(.*?)\\](?!\\)+ = )`)
  const lists = rows.flatMap(({ definition }) => allowed.exec(definition)?.[1] ?? [])
  expect(lists.map((list) => [...list.matchAll(/'([^']+)'/g)].map(([, value]) => value).sort())).toEqual([
    [...(VALUES[type] ?? [])].sort(),
  ])
})

const snakeCase = (name: string) => name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()

// CFG-1
test('the generated types match the tables that the migrations create', async () => {
  const stored = await readFile(path.join(import.meta.dirname, '../server/src/platform/db/types.ts'), 'utf8')
  // The job library's tables are not the migrations'.
  await sql`drop schema graphile_worker cascade`.execute(db)
  expect(await generateTypes(url)).toBe(stored)
})

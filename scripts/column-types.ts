// The TypeScript types of the tables: those that kysely-codegen finds, with the unions of the contract where it only says string.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

/**
 * The columns of text whose check constraint allows the values of one type, by the module and the name of that type: a query then
 * needs no cast, and a statement that stores another value is a type error.
 */
export const COLUMN_TYPES: Record<string, Record<string, string[]>> = {
  '@petsetu/contract/complaints/complaint-schemas.ts': {
    AttachmentType: ['ComplaintFiles.type'],
    CaseEventBy: ['CaseEvents.by_role'],
    CaseEventKind: ['CaseEvents.kind'],
    CaseOutcome: ['Complaints.outcome'],
    CasePriority: ['Complaints.priority'],
    ComplaintSource: ['Complaints.source'],
    HoldCause: ['Complaints.hold_cause'],
  },
  '@petsetu/contract/complaints/complaints.ts': {
    ComplaintPaymentStatus: ['Complaints.payment_status'],
    ComplaintStatus: ['Answers.for_status', 'Complaints.status'],
  },
  '@petsetu/contract/office/imports.ts': {
    ImportKind: ['Imports.kind'],
    ImportState: ['Imports.state'],
  },
  '@petsetu/contract/office/mails.ts': {
    MailFailure: ['Mails.failure'],
    MailState: ['Mails.state'],
    ReminderKind: ['Consents.reminder_kind'],
  },
  '@petsetu/contract/payments/books.ts': { HandoverKind: ['CashHandovers.kind'] },
  '@petsetu/contract/payments/links.ts': { PayLinkWay: ['PayLinks.sent_by'] },
  '@petsetu/contract/payments/payments.ts': {
    DeskMode: ['DeskPayments.mode'],
    DeskState: ['DeskPayments.state'],
    PaymentDisposition: ['Payments.disposition'],
    PaymentStatus: ['Payments.status'],
    SettledAs: ['Payments.settled_as'],
  },
  '@petsetu/contract/people/breaches.ts': { BreachStepKind: ['BreachSteps.kind'] },
  '@petsetu/contract/people/grievances.ts': {
    GrievanceKind: ['Grievances.kind'],
    GrievanceWay: ['Grievances.way'],
  },
  '@petsetu/contract/people/privacy.ts': {
    CorrectedField: ['Corrections.field'],
    PrivacyRequestKind: ['PrivacyRequests.kind'],
  },
  '@petsetu/contract/people/users.ts': { Role: ['Users.role'] },
  '@petsetu/contract/pets/camps/camp-kinds.ts': { CampKind: ['CampKinds.kind', 'CampWorks.kind'] },
  '@petsetu/contract/pets/care-kinds.ts': { CareKind: ['CareRecords.kind'] },
  '@petsetu/contract/pets/community/community-facts.ts': {
    CommunityStatus: ['CommunityAnimals.status'],
    EarNotch: ['CommunityAnimals.ear_notch'],
  },
  '@petsetu/contract/pets/found.ts': { FoundBy: ['FoundMessages.by'], FoundOutcome: ['FoundReports.outcome'] },
  '@petsetu/contract/pets/pet-schemas.ts': { PetGender: ['CampWorks.sex', 'Pets.pet_gender'] },
  '@petsetu/contract/platform/purposes.ts': {
    Purpose: ['Corrections.purpose', 'PayLinks.purpose', 'PaymentOrders.purpose'],
  },
  '@petsetu/contract/supporters/donation-causes.ts': { MoneySource: ['Donations.money_source'] },
  '@petsetu/contract/supporters/donations.ts': { DonationStatus: ['Donations.status'] },
  '@petsetu/contract/supporters/membership-facts.ts': { StoredMembershipStatus: ['Memberships.status'] },
  '@petsetu/contract/supporters/plans.ts': { PlanCategory: ['Memberships.category', 'Plans.category'] },
  '@petsetu/languages/languages.ts': {
    Language: [
      'Answers.language',
      'BreachLetters.language',
      'BreachPeople.language',
      'Complaints.language',
      'Consents.language',
      'Donations.language',
      'Grievances.language',
      'Mails.language',
      'Memberships.language',
      'Notices.language',
      'PrivacyRequests.language',
      'PushDevices.language',
      'Users.language',
    ],
  },
  '@petsetu/languages/notice-version.ts': { NoticePurpose: ['Consents.purpose', 'Notices.purpose'] },
}

/** Returns the source of the types of the tables in the database at this address. */
export async function generateTypes(url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-table-types-'))
  const file = path.join(folder, 'types.ts')
  const mapping = JSON.stringify({ int8: 'number', date: 'string' })
  const options = ['--type-mapping', mapping, '--exclude-pattern', 'kysely_*', '--out-file', file]
  try {
    const database = ['--dialect', 'postgres', '--url', url]
    execFileSync('node_modules/.bin/kysely-codegen', [...database, ...options], { cwd: ROOT, stdio: 'pipe' })
    return withColumnTypes(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces `string` in the columns of COLUMN_TYPES by their types. Throws if a column is not there, or is no text. */
function withColumnTypes(generated: string): string {
  const types = Object.values(COLUMN_TYPES).flatMap((names) => Object.entries(names))
  const columns = types.flatMap(([type, places]) => places.map((place) => ({ type, place })))
  const imports = Object.entries(COLUMN_TYPES).map(
    ([module, names]) => `import type { ${Object.keys(names).join(', ')} } from '${module}'`,
  )
  return columns.reduce(
    (source, { type, place }) => {
      const [table, column] = place.split('.')
      const line = new RegExp(`(export interface ${table} \\{[^}]*?\\n  ${column}: [^;]*?)\\bstring\\b`)
      if (!line.test(source)) throw new Error(`${place} is not a column of text`)
      return source.replace(line, `$1${type}`)
    },
    generated.replace('import type', [...imports, 'import type'].join('\n')),
  )
}

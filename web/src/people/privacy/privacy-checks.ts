/** The schemas of the forms of somebody who asks about their data, loaded after the forms are shown. */
export { PrivacyCodeForm, PrivacyRequestByCode } from '@petsetu/contract/people/privacy.ts'

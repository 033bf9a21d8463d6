/** The schemas of the forms of the account page, loaded after the forms are shown. */
export { EmailChange, PhoneForm } from '@petsetu/contract/people/account.ts'
export { PrivacyRequestForm } from '@petsetu/contract/people/privacy.ts'

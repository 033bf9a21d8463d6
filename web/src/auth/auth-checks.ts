/** What checks the forms of an account: loaded after them. */
export { PasswordChangeForm, Signin, SignupForm } from '@petsetu/contract/auth.ts'

/** The schemas of the account forms, loaded after the forms are shown. */
export {
  CodeForm,
  PasswordAndCodeForm,
  PasswordChangeForm,
  PasswordForm,
  Signin,
  SignupForm,
} from '@petsetu/contract/people/auth.ts'
export { NewPasskeyForm, PasskeyNameForm } from '@petsetu/contract/people/factors.ts'
export { ForgotPassword, PasswordResetForm } from '@petsetu/contract/people/sign-in/recovery.ts'

/** The schemas of the account forms, loaded after the forms are shown. */
export {
  CodeForm,
  ForgotPassword,
  PasswordAndCodeForm,
  PasswordChangeForm,
  PasswordForm,
  PasswordResetForm,
  Signin,
  SignupForm,
} from '@petsetu/contract/people/auth.ts'
export { NewPasskeyForm, PasskeyNameForm } from '@petsetu/contract/people/factors.ts'

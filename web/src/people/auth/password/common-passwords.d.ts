/** Made by web/common-passwords.ts during the build: the most used passwords in lower case, separated by spaces. */
declare module 'virtual:common-passwords' {
  const passwords: string
  export default passwords
}

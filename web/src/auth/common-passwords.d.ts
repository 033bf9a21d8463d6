/** Made by vite.config.ts: the most used passwords in small letters, with a space between. */
declare module 'virtual:common-passwords' {
  const passwords: string
  export default passwords
}

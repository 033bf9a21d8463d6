/** Drives a browser for the stories. The stories are the same in every browser; only this part differs. */
export type Driver = {
  open: (url: string) => Promise<void>
  address: () => Promise<string>
  /** Runs a function in the page and returns its JSON; it may use nothing but its arguments. */
  run: <T>(script: (...args: string[]) => T, args: string[]) => Promise<T>
  /** Runs a function in the page that finds an element. */
  find: (script: (...args: string[]) => Element | null, args: string[]) => Promise<DrivenElement | null>
  /** Takes a picture of the window, as PNG. */
  picture: () => Promise<Buffer>
}

/** An element of the page; `click` and `type` are input of the mouse and the keyboard. */
export type DrivenElement = {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
  attribute: (name: string) => Promise<string | null>
  /** If it is a frame: everything within `work` happens inside of it. */
  inside: (work: () => Promise<void>) => Promise<void>
}

/** `newDriver` opens a window without cookies or storage of another one. */
export type Browser = {
  version: string
  newDriver: () => Promise<Driver>
  /** Errors that pages did not catch. WebDriver does not tell them, so there are none from WebKit. */
  errors: string[]
  close: () => Promise<void>
}

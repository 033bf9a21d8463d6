/** Values that every text field rejects, each with a description. */
export const BAD_TEXTS: [what: string, value: unknown][] = [
  ['a NUL byte', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a control character', 'a\u0007b'],
  ['a number', 7],
  ['a truth value', true],
  ['a list', ['a']],
  ['an object', { $ne: 1 }],
]

/** Bodies that are not JSON objects, as raw text. */
export const BAD_BODIES: [what: string, body: string][] = [
  ['nothing', ''],
  ['half an object', '{"username":'],
  ['text that is no JSON', 'username=a'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '7'],
  ['a text', '"a"'],
  ['a prototype', '{"__proto__":{"role":"admin"},"username":"a"}'],
  ['a constructor', '{"constructor":{"prototype":{"role":"admin"}},"username":"a"}'],
  ['ten thousand brackets', '['.repeat(10_000)],
]

export const OTHER_CONTENT_TYPES = [
  'text/plain',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
  'application/json\ta',
  'text/plain; application/json',
  'application/json, text/plain',
  '',
]

/** The form of the code of an error. */
export const ERROR_CODE = /^[a-z]+(_[a-z]+)*$/

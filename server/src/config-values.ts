/** A setting that cannot be used. Its message is the one line that the person who starts the program reads. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export type Env = Record<string, string | undefined>

export function wholeNumber(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim()
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not '${text}'.`)
  }
  return value
}

export function oneOf(env: Env, name: string, choices: string[], fallback: string): string {
  const text = env[name]?.trim() || fallback
  if (!choices.includes(text)) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not '${text}'.`)
  return text
}

/** Without a slash at the end. */
export function webAddress(name: string, text: string, kind: 'address' | 'origin' = 'address'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url?.username || url?.password) {
    throw new ConfigError(`${name} must be a web address without a name or a password in it.`)
  }
  if (!url || !isWeb) {
    throw new ConfigError(`${name} must be a web address like https://pets.example.org, not '${text}'.`)
  }
  if (kind === 'origin' && (url.pathname !== '/' || url.search || url.hash)) {
    throw new ConfigError(`${name} must be an origin like https://pets.example.org, without a path, not '${text}'.`)
  }
  return text.replace(/\/+$/, '')
}

/** Settings that are given all or none: null for none, an error that names what is missing for some. */
export function allOrNone<N extends string>(
  env: Env,
  names: readonly N[],
  otherwise: string,
): Record<N, string> | null {
  const missing = names.filter((name) => !env[name]?.trim())
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')} must be set too: ${otherwise}.`)
  return Object.fromEntries(names.map((name) => [name, env[name]?.trim()])) as Record<N, string>
}

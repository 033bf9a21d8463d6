import { type Config, isHere } from './config.ts'
import { SETTING_NAMES } from './settings.ts'

// Node, the libraries, PostgreSQL's client and compose.yaml read these.
const READ_BY_OTHERS = [
  /^(NODE_|npm_|UV_|MALLOC_|COMPOSE_|DOCKER_|PG|SSL_|OPENSSL_|LC_)/i,
  /^(LANG|PATH|HOME|TZ|TMPDIR|TEMP|TMP|DEBUG|NO_COLOR|FORCE_COLOR)$/i,
  /^((HTTPS?|NO|ALL)_PROXY|DATABASE_(OWNER_)?PASSWORD)$/i,
]

/** Lists names in `.env` that nothing reads: a setting whose name is mistyped keeps its default. */
export function unlikelyNames(names: string[]): string[] {
  const unread = names.filter(
    (name) => !SETTING_NAMES.includes(name) && !READ_BY_OTHERS.some((known) => known.test(name)),
  )
  return unread.map((name) => `${name} in .env is the name of no setting: .env.example has them all`)
}

/** Lists settings that work but are hardly meant so. The log tells of them at the start. */
export function unlikelySettings({
  publicUrl,
  trustedProxies,
  isProduction,
}: Pick<Config, 'publicUrl' | 'trustedProxies' | 'isProduction'>): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') {
    const shared =
      'TRUSTED_PROXIES names no proxy although PUBLIC_URL is https: visitors share the limits of one address'
    return trustedProxies.length === 0 ? [shared] : []
  }
  if (!isProduction) return []
  if (isHere(hostname))
    return ['PUBLIC_URL leads to this machine alone: nobody else can open the QR codes and links that carry it']
  return ['PUBLIC_URL is not https: passwords and personal data are sent unencrypted']
}

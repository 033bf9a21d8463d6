/**
 * True if an endpoint is at one of these push services, such as `fcm.googleapis.com` and `*.push.apple.com`: https on its own port, and
 * nothing else in front of the path. Only an entry with a scheme, which must be on loopback, allows http and a port: for the sandbox.
 */
export function isPushEndpoint(endpoint: string, services: string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username || url.password) return false
  return services.some((service) => (service.includes('://') ? url.origin === service : isAtHost(url, service)))
}

function isAtHost({ protocol, port, hostname }: URL, service: string): boolean {
  if (protocol !== 'https:' || port !== '') return false
  if (service.startsWith('*.')) return hostname.endsWith(service.slice(1)) && hostname.length > service.length - 1
  return hostname === service
}

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// Some proxies append the port: 203.0.113.7:1234, [2001:db8::1]:1234.
const PORT = /^(?:\[(.*)\]|((?:::ffff:)?[\d.]+))(?::\d+)?$/i

/** An IPv4 address, or the /64 of an IPv6 address. Once its client has reset the connection there is none. */
export function sourceOf(address: string | undefined): string {
  const parsed = parseAddress(address)
  return parsed?.kind() === 'ipv4' ? parsed.toString() : networkOf(address)
}

/** The network of an address: /24 for IPv4, /64 for IPv6, since one household or attacker has all of it. */
export function networkOf(address: string | undefined): string {
  const parsed = parseAddress(address)
  // Everything that is not an address shares one key.
  if (!parsed) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.octets.slice(0, 3).join('.')
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}

/** Maps IPv4-mapped IPv6 addresses to IPv4. */
function parseAddress(address = ''): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(PORT, '$1$2')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

export type IsTrusted = (address: string) => boolean

export function isAddressOrNetwork(text: string): boolean {
  return isIP(text) !== 0 || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text))
}

/** Returns a check whether an address is one of these reverse proxies. X-Forwarded-For is believed from them only. */
export function trustedProxies(list: string[]): IsTrusted {
  const trusted = list.map(networkIn)
  return (address) =>
    isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.process(address), { trusted }, 'unknown') === 'trusted'
}

function networkIn(text: string): ReturnType<typeof ipaddr.parseCIDR> {
  if (isIP(text) === 0) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

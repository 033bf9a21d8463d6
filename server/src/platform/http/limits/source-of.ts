import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// Some proxies append the port: 203.0.113.7:1234, [2001:db8::1]:1234.
const PORT = /^(?:\[(.*)\]|((?:::ffff:)?[\d.]+))(?::\d+)?$/i

/**
 * The key that an address is counted under: an IPv4 address itself, or the /64 network of an IPv6 address. A request has no address any
 * more once its client has reset the connection.
 */
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

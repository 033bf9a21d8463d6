/** Host names of the loopback interface. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
}

export function isLoopbackUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && isLoopback(url.hostname)
}

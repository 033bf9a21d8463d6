import type { AppSite } from '@petsetu/contract/site/site.ts'
import type { Deps } from '../../deps.ts'
import type { FoundationDetails } from '../../office/settings/foundation-store.ts'

/** The facts that every page shows; another object only after an admin has changed the settings. */
export function currentSite({
  config,
  foundation,
  provider,
}: Pick<Deps, 'config' | 'foundation' | 'provider'>): () => AppSite {
  let known: { details: FoundationDetails; site: AppSite } | null = null
  return () => {
    const details = foundation()
    if (known?.details === details) return known.site
    const { foundationName, marketingUrl, helplinePhone, legalName, legalAddress, contactEmail } = details
    const { emergencyNumbers, feeTexts, logo } = details
    const { developerCredit, hasServiceWorker, publicUrl } = config
    const site = {
      ...{ foundationName, marketingUrl, helplinePhone, legalName, legalAddress, contactEmail },
      ...{ developerCredit, hasServiceWorker, publicUrl, checkoutUrl: provider.checkoutUrl },
      donateUrl: details.donationLink || `${marketingUrl}/donate`,
      // The header has no room for more than four times the height: a wider one is shown smaller.
      logo: logo && { url: logo.url, width: Math.min(logo.width, 4 * logo.height), height: logo.height },
      ...{ emergencyNumbers, feeTexts },
      complaintDaysMax: Math.max(...Object.values(details.complaintDueDays)),
    }
    known = { details, site }
    return site
  }
}

/** The same as `read`, but calls `clear` first if the value has changed since the last time: for a cache of what was made from it. */
export function invalidatedOnChange<T>(read: () => T, clear: () => void): () => T {
  let last = read()
  return () => {
    const latest = read()
    if (latest !== last) clear()
    last = latest
    return latest
  }
}

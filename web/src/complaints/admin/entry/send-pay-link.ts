import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { CallError } from '../../../platform/lib/request.ts'
import { requestData } from '../../../platform/lib/request-data.ts'
import { keepMadeLink } from '../../../shared/pay-links/made-links.ts'

/**
 * Makes the link for the fee of a complaint that was just written down, and sends it if there is an address. Its page shows it next.
 * False if it could not be made; the complaint is there all the same.
 */
export async function sendPayLink(complaintId: number, amount: number): Promise<boolean> {
  try {
    const params = { id: String(complaintId) }
    const made = await requestData(linkCalls.makeForComplaint, { params, body: { amount } })
    keepMadeLink('complaint', complaintId, made)
    if (made.can_mail) await mail(made.link.id, made.url.split('/').at(-1) ?? '')
    return true
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

/** If it fails, the page of the case says that the link was not sent, and offers it again. */
async function mail(linkId: number, token: string): Promise<void> {
  try {
    await requestData(linkCalls.sendForComplaint, { params: { id: String(linkId) }, body: { by: 'mail', token } })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

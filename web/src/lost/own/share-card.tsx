import { Button } from '@mantine/core'
import { paths } from '@petsetu/contract/paths.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { IconBrandWhatsapp, IconShare } from '@tabler/icons-react'
import { formatLongDay } from '../../languages/page-text.ts'
import { useText } from '../../languages/use-text.tsx'
import { whatsAppLink } from '../../lib/contact-links.ts'
import card from '../../ui/layout/card.module.css'
import classes from './lost-pet-page.module.css'
import type { OwnPet } from './use-lost.ts'

/** Sends the address of the public page by WhatsApp, or by the phone's own share sheet where there is one. */
export function ShareCard({ pet, site }: { pet: OwnPet; site: Site }) {
  const text = useText()
  const { petId, petName: name, petType: type, lost } = pet
  const address = site.publicUrl + paths.petDetail.to({ petId })
  const message = lost
    ? text('lostPet.shareLost', { name, type, day: formatLongDay(lost.since), area: lost.area, address })
    : text('lostPet.sharePet', { name, address })
  return (
    <section className={card.card} aria-labelledby="share">
      <h2 id="share" className={classes.heading}>
        {text('lostPet.share')}
      </h2>
      <p className={classes.hint}>{text('lostPet.shareHint')}</p>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={whatsAppLink(message)}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          {text('lostPet.whatsApp')}
        </Button>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconShare size={18} aria-hidden />}
            onClick={() => void shareSheet(message)}
          >
            {text('lostPet.shareSheet')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Rejects if the person closes the sheet without choosing, which is no failure. */
async function shareSheet(message: string): Promise<void> {
  await navigator.share({ text: message }).catch(() => {})
}

import { printCalls } from '@petsetu/contract/prints.ts'
import { IconId, IconPrinter } from '@tabler/icons-react'
import { useText } from '../../languages/use-text.tsx'
import card from '../../ui/layout/card.module.css'
import { DownloadButton } from '../../ui/table/download-button.tsx'
import classes from './lost-pet-page.module.css'
import type { OwnPet } from './use-lost.ts'

/** The poster of a lost pet and the card of any pet, as PDFs. */
export function PrintCard({ pet: { petId, lost } }: { pet: OwnPet }) {
  const text = useText()
  const input = { params: { id: petId } }
  return (
    <section className={card.card} aria-labelledby="print">
      <h2 id="print" className={classes.heading}>
        {text('lostPet.prints')}
      </h2>
      <p className={classes.hint}>{text('lostPet.printsHint')}</p>
      <div className={classes.buttons}>
        {lost && (
          <DownloadButton
            call={printCalls.poster}
            input={input}
            failure={text('lostPet.printFailed')}
            icon={<IconPrinter size={18} aria-hidden />}
          >
            {text('lostPet.poster')}
          </DownloadButton>
        )}
        <DownloadButton
          call={printCalls.card}
          input={input}
          failure={text('lostPet.printFailed')}
          icon={<IconId size={18} aria-hidden />}
        >
          {text('lostPet.card')}
        </DownloadButton>
      </div>
      {!lost && <p className={classes.later}>{text('lostPet.posterFirst')}</p>}
    </section>
  )
}

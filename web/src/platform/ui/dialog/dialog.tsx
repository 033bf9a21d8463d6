import { Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Modal.css'
import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../languages/use-text.tsx'

/** Closes a dialog. */
export type DialogHandle = Pick<HTMLDialogElement, 'close'>

type Props = {
  ref: RefObject<DialogHandle | null>
  title: string | undefined
  /** Its width. */
  size?: number
  /** A click beside the dialog closes it, too. */
  closedby?: 'any'
  onClose: () => void
  children: ReactNode
}

/** Open as soon as it is rendered. `close()` gives the focus back before `onClose` runs. */
export function Dialog({ ref, title, size = 440, closedby, onClose, children }: Props) {
  const text = useText()
  // The library gives the focus back only from a dialog that stays in the page when it is closed.
  const content = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)
  function close() {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    onClose()
  }
  useImperativeHandle(ref, () => ({ close }))
  // Escape reaches every dialog of the library. The one in front may be the login that an ended session asks for.
  function closeIfInFront() {
    if ([...document.querySelectorAll('[aria-modal="true"]')].at(-1) === content.current) close()
  }
  return (
    <Modal.Root
      opened
      size={size}
      closeOnClickOutside={closedby === 'any'}
      transitionProps={{ duration: 0 }}
      onClose={closeIfInFront}
    >
      <Modal.Overlay />
      <Modal.Content ref={content}>
        {/* Outside a section, a header is the banner of the page. */}
        <Modal.Header role="presentation">
          <Modal.Title ff="heading" fz="1.375rem" fw={600} lh={1.2}>
            {title}
          </Modal.Title>
          <Modal.CloseButton aria-label={text('frame.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

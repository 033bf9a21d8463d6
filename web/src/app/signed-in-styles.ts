// Further styles that every signed-in page needs. What only some pages need is imported by those pages.
import '@mantine/core/styles/CloseButton.css'

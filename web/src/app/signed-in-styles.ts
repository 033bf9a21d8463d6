// What every signed-in page shows, on top of mantine-styles.ts; what only some show stands beside them.
import '@mantine/core/styles/CloseButton.css'

import styles from './icon.module.css'

/** A drawing in the colour of the text beside it. Its file is a mask, so that the drawing is in no script. */
export function Icon({ name }: { name: string }) {
  return <i className={styles.icon} style={{ maskImage: `url(/icon-${name}.svg)` }} />
}

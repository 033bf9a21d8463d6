import classes from './chart-table.module.css'

type Props = {
  /** The words that open the table. */
  label: string
  caption: string
  heads: string[]
  /** The first cell of each row names it; the others are figures. */
  rows: string[][]
}

/** The figures of a chart as a table, which opens below it. */
export function ChartTable({ label, caption, heads, rows }: Props) {
  return (
    <details className={classes.details}>
      <summary className={classes.summary}>{label}</summary>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((figure, place) => (
                <td key={heads[place + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

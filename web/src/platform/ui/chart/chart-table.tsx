import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.css'
import fold from '../layout/unfolds.module.css'
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
      <summary className={fold.unfolds}>{label}</summary>
      <Table className={classes.table ?? ''} maw={640} tabularNums borderColor="var(--line)">
        <caption className="visually-hidden">{caption}</caption>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, ...figures]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              {figures.map((figure, place) => (
                <Table.Td key={heads[place + 1]}>{figure}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}

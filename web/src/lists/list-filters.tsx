import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useListParam } from '../lib/use-list-param.ts'
import classes from './list-filters.module.css'

type Bind<Field extends string> = (
  field: Field,
  label: string,
) => { label: string; value: string; onChange: (event: { currentTarget: { value: string } }) => void }

type Props<Field extends string> = {
  legend: string
  /** What the address chooses. */
  filter: { [Name in Field]: string | number }
  clearLabel: string
  isNarrowed: boolean
  /** The fields, each bound to its parameter of the address. */
  children: (bind: Bind<Field>) => ReactNode
}

/** The filters of a list in one row. Each leads to the first page. */
export function ListFilters<Field extends string>({ legend, filter, clearLabel, isNarrowed, children }: Props<Field>) {
  const [, setParams] = useSearchParams()
  const setParam = useListParam()
  return (
    <fieldset className={classes.filters}>
      <legend className="visually-hidden">{legend}</legend>
      {children((field, label) => ({
        label,
        value: String(filter[field]),
        onChange: (event) => setParam(field, event.currentTarget.value),
      }))}
      {isNarrowed && (
        <Button variant="subtle" px={8} onClick={() => setParams({}, { preventScrollReset: true })}>
          {clearLabel}
        </Button>
      )}
    </fieldset>
  )
}

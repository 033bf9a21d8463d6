import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import './skeleton.css'
import { useText } from '../../languages/use-text.tsx'
import cards from '../layout/card.module.css'
import classes from './list-skeletons.module.css'

export function CardGridSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Waiting>
      <div className={cards.grid}>
        {sequence(count).map((number) => (
          <div key={number} className={`${cards.card} ${classes.card}`}>
            <Skeleton circle height={52} />
            <Skeleton height={20} width="60%" />
            <Skeleton height={16} width="80%" />
            <Skeleton height={44} mt={12} />
          </div>
        ))}
      </div>
    </Waiting>
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Waiting>
      <div className={`${cards.card} ${classes.rows}`}>
        {sequence(rows).map((number) => (
          <Skeleton key={number} height={44} />
        ))}
      </div>
    </Waiting>
  )
}

export function FormSkeleton({ fields = 6 }: { fields?: number }) {
  return (
    <Waiting>
      <div className={`${cards.card} ${classes.form}`}>
        {sequence(fields).map((number) => (
          <div key={number}>
            <Skeleton height={16} width={120} mb={8} />
            <Skeleton height={44} />
          </div>
        ))}
      </div>
    </Waiting>
  )
}

function Waiting({ children }: { children: React.ReactNode }) {
  const text = useText()
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{text('firstLoad.loading')}</span>
      <div aria-hidden>{children}</div>
    </div>
  )
}

function sequence(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

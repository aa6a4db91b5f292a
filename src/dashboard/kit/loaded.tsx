import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

/**
 * The result of a query: a skeleton while it loads, the API's error if it failed, else `children` with its
 * data.
 */
export function Loaded<T>({
  query,
  rows,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>
  /** The number of skeleton bars. */
  rows?: number
  /** Replaces the bars. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} retry={() => query.refetch()} />
  return skeleton ?? <Skeleton rows={rows} />
}

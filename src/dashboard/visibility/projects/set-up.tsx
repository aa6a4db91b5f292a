import { useBrands } from '../../data/brands.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import * as strings from './strings.ts'

const GuidedSetUp = lazyView(() => import('../set-up/guided-set-up.tsx').then((m) => m.GuidedSetUp))

/** The guided setup of a further project, and a way back. */
export function FurtherProject() {
  const brands = useBrands()
  const [, ask] = useAsked('set-up')
  return (
    <>
      <div className="row pb-4">
        <Button slim onClick={() => ask(false)}>
          {strings.setUp.cancel}
        </Button>
      </div>
      <Loaded query={brands}>{(found) => <GuidedSetUp brands={found.brandIdentities} isFurther />}</Loaded>
    </>
  )
}

/** The empty state before the first project, and its guided setup. */
export function NotSetUp() {
  const brands = useBrands()
  const [asked, ask] = useAsked('set-up')
  if (asked)
    return <Loaded query={brands}>{(found) => <GuidedSetUp brands={found.brandIdentities} />}</Loaded>
  return (
    <Empty
      title={strings.setUp.title}
      pending={12}
      actions={
        <Button look="primary" onClick={() => ask(true)}>
          {strings.setUp.setUp}
        </Button>
      }
    >
      {strings.setUp.explanation}
    </Empty>
  )
}

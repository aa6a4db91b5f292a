import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A component whose file is loaded when it is first shown. */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const View: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={fallback}>
      <View {...props} />
    </Suspense>
  )
}

import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'
import { serverUrl } from './base-path.ts'

type Loader<Props> = () => Promise<ComponentType<Props>>

const pauseMilliseconds = 2_000

/** A component whose file is loaded when it is first shown, within a `Suspense` of its user. */
export function lazyComponent<Props>(load: Loader<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadOnceReachable(load) }))
}

/** As `lazyComponent`, with its own `Suspense`. */
export function lazyView<Props extends object>(
  load: Loader<Props>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const View: ComponentType<Props> = lazyComponent(load)
  return (props) => (
    <Suspense fallback={fallback}>
      <View {...props} />
    </Suspense>
  )
}

/** Waits for a server that restarts, and loads the file then. Only the component that needs the file waits. */
async function loadOnceReachable<View>(load: () => Promise<View>): Promise<View> {
  const view = await load().catch(() => null)
  if (view) return view
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  return load()
}

function isReachable(): Promise<boolean> {
  return fetch(`${serverUrl}/healthz`).then(
    () => true,
    () => false,
  )
}

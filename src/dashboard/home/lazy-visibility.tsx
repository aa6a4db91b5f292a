import { lazyView } from '../kit/lazy-view.tsx'

/** The sentence about visibility, with space for its first line while its script loads. */
export const VisibilityInWords = lazyView(
  () => import('./visibility-in-words.tsx').then((m) => m.VisibilityInWords),
  <p className="pt-2 pb-6 text-base">{'\u00a0'}</p>,
)

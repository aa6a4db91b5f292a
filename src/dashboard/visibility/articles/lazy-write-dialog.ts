import { lazyView } from '../../kit/lazy-view.tsx'

export const LazyWriteDialog = lazyView(() => import('./write-dialog.tsx').then((m) => m.WriteDialog))

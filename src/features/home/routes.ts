import type { Context } from '../../context.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { Home } from './model.ts'
import { getHome } from './service.ts'

export function homeAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/home', 'Home').get('', ({ caller }) => getHome(ctx, caller), {
    response: Home,
    detail: internal(
      'getHome',
      'member',
      'Get the home page. What needs attention, what is in progress, and what was published.',
    ),
  })
}

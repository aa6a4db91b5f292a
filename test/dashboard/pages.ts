import type { Scene } from './support/scene.ts'

/**
 * The pages that `every-page/` looks at in all their states: titled, on their way, empty, failed, filled, by keyboard
 * alone, in both themes, wide and narrow. To add a page, add what it is to the list below; nothing else is needed.
 *
 *     {
 *       path: '/posts',                      // below the organization; :id is what `fill` answers
 *       heading: 'Posts',                    // its h1, which is also in its title
 *       reads: '/v1/posts',                  // the route whose answer its content waits for
 *       fill: (scene) => addPosts(scene),    // makes what it shows, through the API or the services
 *       filled: 'Acme 1.4',                  // a text that is there then, and not before
 *       empty: { says: 'No posts yet', leadsTo: 'Generate a post' },   // null where it cannot be empty
 *     }
 */
export type PageCase = {
  path: string
  heading: string
  reads: string
  fill(scene: Scene): Promise<string | undefined>
  filled: string
  empty: { says: string; leadsTo: string } | null
}

export const pages: PageCase[] = []

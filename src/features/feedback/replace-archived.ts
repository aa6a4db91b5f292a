import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { ceilingCount, ceilings } from '../../db/ceilings.ts'

/** The id of the oldest archived entry, if the organization has reached its ceiling; otherwise no row. */
const replaced = (organizationId: Placeholder): SQL => sql`(
  select id from feedback where organization_id = ${organizationId} and status = 'archived'
    and (${ceilingCount('feedback', organizationId)}) >= ${ceilings.feedback.max}
  order by created_at, id limit 1)`

/** A statement for the entries similar to the replaced one: the oldest becomes the original of their group. */
export const releaseOldestArchived = (organizationId: Placeholder): SQL => sql`
  update feedback set similar_to = nullif(oldest.id, feedback.id)
  from (select min(id) as id from feedback where similar_to = ${replaced(organizationId)}) as oldest
  where similar_to = ${replaced(organizationId)}`

/** A statement that deletes the replaced entry. */
export const deleteOldestArchived = (organizationId: Placeholder): SQL =>
  sql`delete from feedback where id = ${replaced(organizationId)}`

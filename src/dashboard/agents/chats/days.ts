import type { Chat } from '../../data/chats.ts'
import * as strings from './strings.ts'

export type Day = { label: string; chats: Chat[] }

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })
const whole = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' })

/** Groups chats: pinned ones first, then by the day of their last message. */
export function groupByDay(chats: Chat[], now: Date): Day[] {
  const groups = Map.groupBy(chats, (chat) =>
    chat.pinnedAt ? strings.days.pinned : dayOf(new Date(chat.updatedAt), now),
  )
  return [...groups].map(([label, members]) => ({ label, chats: members }))
}

function dayOf(moment: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (moment.toDateString() === now.toDateString()) return strings.days.today
  if (moment.toDateString() === yesterday.toDateString()) return strings.days.yesterday
  return (moment.getFullYear() === now.getFullYear() ? weekday : whole).format(moment)
}

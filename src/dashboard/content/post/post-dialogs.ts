import { EditWithAgent } from './edit-with-agent.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

/** Dialogs that are loaded together: every file that loads later is listed in the first script. */
export const dialogs = { EditWithAgent, ScheduleDialog, SendDialog }

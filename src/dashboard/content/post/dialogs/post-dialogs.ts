import { EditWithAgent } from './edit-with-agent.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'

/** One chunk: each further chunk adds its name to the first script. */
export const dialogs = { EditWithAgent, ScheduleDialog, SendDialog }

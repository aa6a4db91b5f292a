import { useProjectSettings } from '../../data/project-data.ts'
import { useWindow } from '../../data/window/window.ts'

/** The range in the URL; by default one with enough scans for a comparison at the interval of the project. */
export function useProjectWindow() {
  const settings = useProjectSettings()
  return { settings, ...useWindow(settings.data?.settings?.scanIntervalHours) }
}

import { useEffect } from 'react'
import { useLocation } from 'wouter'

const name = 'herald:return'

/** Stores the page, below `/app`, to open after single sign-on. */
export function rememberPlace(place: string) {
  sessionStorage.setItem(name, place)
}

/** The stored page; valid once. */
let place = sessionStorage.getItem(name)
sessionStorage.removeItem(name)

export const hasPlace = () => place !== null

/** Opens it. */
export function Return() {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true })
    place = null
  }, [navigate])
  return null
}

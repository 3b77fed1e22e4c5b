/** 'Sàn gọi': what everybody does now, who needs help first, and what a leader does about it (D3-FLR-01 to D3-FLR-04). */
import { useLocation } from 'wouter'
import { useState } from 'react'
import { FloorView } from './floor-view.tsx'
import { WallView } from './wall-view.tsx'
import { isWallAddress } from './wall-address.ts'

/** Both addresses of the screen. While somebody signs in again the address is another: the wall stays. */
export default function FloorScreen() {
  const [path] = useLocation()
  const [wall, setWall] = useState(isWallAddress(path))
  if (path !== '/login' && wall !== isWallAddress(path)) setWall(isWallAddress(path))
  return wall ? <WallView /> : <FloorView />
}

/** What the care screen reads and writes: the customer in hand, appointments, the caller's day and last results. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerOf, Call, InputOf } from '#kit/contract/call.ts'
import type { AppError } from '#kit/contract/error.ts'
import { careHistory } from '#subjects/calling/contract/lists/care-history.ts'
import {
  appointments,
  careToday,
  currentCare,
  newCare,
  texts,
  whyNone,
  type CareAnswer,
  type CareCustomer,
} from '#subjects/calling/contract/calls/care.ts'
import { send, sendFull } from '#kit/web/client.ts'
import { toast } from '#kit/web/feedback.ts'
import { queryClient, refresh } from '#kit/web/query.ts'
import { resourceApi } from '#kit/web/resource-api.ts'
import { useActor, useCan } from '#kit/web/session.ts'
import { useAction } from '#kit/web/use-action.ts'
import { serverClock, useClock } from '#kit/web/use-clock.ts'

/**
 * Cache key of the caller's own data. Only the caller changes it, so events about other results do not trigger a
 * new read; a change from a second browser shows within a minute or when the window gets the focus.
 */
const careKey = 'care/mine'
const minute = 60_000
const currentKey = [careKey, currentCare.path, {}]
const polling = { staleTime: 5_000, refetchInterval: minute, refetchOnWindowFocus: true }

/** Reads everything of the care screen again. */
export const refreshCare = (): Promise<void> => refresh(careKey)

/** Reads again what changes with a new customer in hand, except the card, which came with the answer. */
const refreshBeside = ({ source }: CareCustomer): Promise<void> => {
  const changed = source === 'appointment' ? [careToday.path, appointments.path] : [careToday.path]
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [of, path] }) => of === careKey && changed.some((one) => one === path),
  })
}

function useCareCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  enabled = true,
): UseQueryResult<AnswerOf<C>, AppError> {
  return useQuery<AnswerOf<C>, AppError>({
    queryKey: [careKey, call.path, input],
    queryFn: ({ signal }) => send(call, input, { signal }),
    enabled,
    ...polling,
  })
}

/** The customer in hand and the numbers left, restored after a reload (D1-Q-074). */
export const useCurrent = () => useCareCall(currentCare, {})

/** The rule that stops the hand-out to the caller or to one of the caller's people (D3-ORG-07). */
export const useWhyNone = (username?: string) =>
  useCareCall(whyNone, username === undefined ? {} : { username })

const maxAppointments = 200

/** Whether the request for the customer in hand is answered or refused: the data beside the card is read after it. */
const useCardThere = (): boolean => !useCurrent().isPending

/** The caller's open appointments by time, overdue ones first. */
export const useAppointmentsNow = (enabled = true) =>
  useCareCall(appointments, { count: maxAppointments }, enabled)

/** The same beside the card. */
export const useAppointments = () => useAppointmentsNow(useCardThere())

/** The caller's figures of the day. */
export const useToday = () => useCareCall(careToday, {}, useCardThere())

/** Filter for the caller's own rows: restricted priorities see only those and may not filter by person. */
export function useOwnFilter(): Record<string, string> {
  const { username } = useActor()
  return useCan()('unrestricted') ? { username } : {}
}

/** The caller's last ten results. */
export function useRecent() {
  const query = { page: '0', count: '10', ...useOwnFilter() }
  return useQuery({
    queryKey: [careKey, careHistory.path, query],
    queryFn: ({ signal }) => resourceApi(careHistory).list(query, { signal }),
    ...polling,
  })
}

const putCurrent = (answer: CareAnswer): void => {
  queryClient.setQueryData(currentKey, answer)
}

const inHand = (): CareAnswer['value'] => queryClient.getQueryData<CareAnswer>(currentKey)?.value ?? null

/** Whether the customer is the one in hand now. */
export const isInHand = (customerId: string): boolean => inHand()?.id === customerId

/** Reads the customer in hand, for a page that was loaded without the care screen. */
export const readInHand = (): Promise<CareAnswer> =>
  queryClient.query({
    queryKey: currentKey,
    queryFn: ({ signal }) => send(currentCare, {}, { signal }),
  })

/** The customer whose result was saved here last. */
let lastRecorded: string | undefined

/** Shows a message when the customer in hand is removed: blacklisted, recalled, recorded elsewhere. */
export function useTakenAway(customerId: string | undefined): void {
  const previousId = useRef(customerId)
  useEffect(() => {
    const takenAway =
      previousId.current !== undefined && customerId === undefined && previousId.current !== lastRecorded
    previousId.current = customerId
    if (customerId !== undefined) lastRecorded = undefined
    if (takenAway) toast('failure', texts.takenAway)
  }, [customerId])
}

/** After a saved result: clears the customer in hand if it was this one, and reads everything again. */
export function careRecorded(customerId: string): void {
  lastRecorded = customerId
  const current = queryClient.getQueryData<CareAnswer>(currentKey)
  if (current?.value?.id === customerId) putCurrent({ ...current, value: null })
  void refreshCare()
  void refresh(careHistory.path)
}

type NextCustomer = { run: (reason?: string) => Promise<boolean>; busy: boolean; noneLeft: boolean }

/**
 * Takes the next customer; `run` returns whether there was one, `noneLeft` is true if not (D1-CARE-17, D1-CARE-58).
 * With a reason it is a due appointment outside calling hours (D3-RULE-01).
 */
export function useNextCustomer(): NextCustomer {
  const [noneLeft, setNoneLeft] = useState(false)
  const { run, busy } = useAction(
    useCallback(async (_: string, reason?: string) => {
      const { data } = await sendFull(newCare, reason === undefined ? {} : { ly_do: reason })
      putCurrent(data)
      setNoneLeft(data.value === null)
      void (data.value ? refreshBeside(data.value) : refreshCare())
    }, []),
    texts.notFetched,
  )
  return { run: async (reason) => (await run(reason)) && inHand() !== null, busy, noneLeft }
}

/** The server's time in ms, updated every 15 seconds. */
export const useNow = (): number => useClock(serverClock, 15_000)

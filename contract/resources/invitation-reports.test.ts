/** The values of the invitation histories are those of the documents, however they are spelled. */
import { expect, test } from 'vitest'
import { fieldOf } from '../kit/resource.ts'
import { invitationReports } from './invitation-reports.ts'

test('an invitation is NONE, SUCCESS or FAILD in each of the five histories (D1-CARE-14)', () => {
  expect(invitationReports).toHaveLength(5)
  for (const report of invitationReports) {
    expect(fieldOf(report, 'status').options?.map(({ value }) => value)).toEqual(['NONE', 'SUCCESS', 'FAILD'])
  }
})

test('the commands are DK and GIAHAN (D1-CONST-04)', () => {
  const asked = invitationReports.flatMap((report) =>
    'requestType' in report.fields ? report.fields.requestType.options : [],
  )
  expect(asked.map(({ value }) => value).toSorted()).toEqual(['DK', 'GIAHAN'])
})

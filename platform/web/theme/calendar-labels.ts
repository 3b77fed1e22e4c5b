/** Labels of the calendars' arrow buttons. */
export const calendarLabels = {
  previousMonth: 'Tháng trước',
  nextMonth: 'Tháng sau',
  previousYear: 'Năm trước',
  nextYear: 'Năm sau',
  previousDecade: 'Mười năm trước',
  nextDecade: 'Mười năm sau',
}

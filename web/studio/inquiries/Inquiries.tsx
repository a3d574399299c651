import { Route, Routes } from 'react-router';
import type { Me } from '../api/types';
import { InquiryView } from './Inquiry';
import { List } from './List';
import { ReportView } from './Report';

/** What visitors sent: the list, one of them, and the report of a month. */
export const Inquiries = ({ me }: { me: Me }) => (
  <Routes>
    <Route index element={<List me={me} />} />
    <Route path="report" element={<ReportView />} />
    <Route path=":id" element={<InquiryView me={me} />} />
  </Routes>
);

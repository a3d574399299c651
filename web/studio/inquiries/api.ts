import useSWR from 'swr';
import type { Inquiry, InquiryList, Report } from './types';

const keep = { keepPreviousData: true };

/** The chosen ones, newest first. What was shown stays until the next are there. */
export const useInquiries = (query: string) => useSWR<InquiryList, Error>(`inquiries?${query}`, keep);
export const useInquiry = (id: string) => useSWR<Inquiry, Error>(`inquiries/one?${new URLSearchParams({ id })}`);
export const useReport = (month: string) => useSWR<Report, Error>(`inquiries/report?month=${month}`, keep);
/** All that an address sent; none where it is not asked for. */
export const useSentBy = (email: string) =>
  useSWR<InquiryList, Error>(email && `inquiries?${new URLSearchParams({ email, most: '1000' })}`).data;

/** Where a file of an inquiry is. */
export const fileAddress = (id: string, n: number) =>
  `/studio/api/inquiries/file?${new URLSearchParams({ id, n: String(n) })}`;

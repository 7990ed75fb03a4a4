export { WhyEmpty } from './components/why-empty.tsx'

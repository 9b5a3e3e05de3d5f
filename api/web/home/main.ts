import '../tools/tools.css';
import './home.css';
